package io.fleetcheck.agent.wire;

/**
 * A SCSI host: the adapter, or the software that stands for one.
 *
 * @param number N of {@code hostN}
 * @param driver the module or the bound driver's name; {@code proc_name} only where that fails
 * @param pciAddress such as {@code 0000:03:00.0}; absent for software hosts
 * @param pciId {@code vendor:device subvendor:subdevice}, in hexadecimal
 * @param model as the driver exports it ({@code board_name}, {@code model_name}, ...)
 * @param firmware as the driver exports it ({@code version_fw}, {@code fw_version}, ...)
 */
public record Hba(
    int number,
    Reading<String> driver,
    Reading<String> pciAddress,
    Reading<String> pciId,
    Reading<String> model,
    Reading<String> firmware) {}
