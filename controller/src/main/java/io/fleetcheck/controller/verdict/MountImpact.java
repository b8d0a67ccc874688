package io.fleetcheck.controller.verdict;

/** One mount of a disk and what it has to do with the verdict. */
public record MountImpact(String path, String fileSystem, Impact impact) {}
