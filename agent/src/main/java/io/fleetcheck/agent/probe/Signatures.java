package io.fleetcheck.agent.probe;

import java.util.ArrayList;
import java.util.List;

/**
 * Marks that file systems, volume managers, RAID and partition tables leave on a device: the
 * formats that libblkid knows, by the places and bytes that their own documentation and kernel
 * headers give. It is enough that one stands there: no further check makes it smaller.
 */
final class Signatures {
  /**
   * Name, offset from the start (negative: from the end), bytes: text after =, else hexadecimal.
   */
  private static final String TABLE =
      """
      ext2/3/4 0x438 53ef
      XFS 0 =XFSB
      XFS-log 0 feedbabe
      btrfs 0x10040 5f42485266535f4d
      bcache 0x1018 c68573f64e1a45ca8265f57f48ba6d81
      bcachefs 0x1018 c68573f666ce90a9d96a60cf803df7ef
      LVM2 0 =LABELONE
      LVM2 0x200 =LABELONE
      LVM2 0x400 =LABELONE
      LVM2 0x600 =LABELONE
      LVM1 0 484d0100
      LVM1 0 484d0200
      snapshot-COW 0 =SnAp
      LUKS 0 4c554b53babe
      LUKS2 0x4000 534b554cbabe
      LUKS2 0x8000 534b554cbabe
      LUKS2 0x10000 534b554cbabe
      LUKS2 0x20000 534b554cbabe
      LUKS2 0x40000 534b554cbabe
      LUKS2 0x80000 534b554cbabe
      LUKS2 0x100000 534b554cbabe
      LUKS2 0x200000 534b554cbabe
      LUKS2 0x400000 534b554cbabe
      dm-verity 0 =verity
      dm-integrity 0 =integrt
      VDO 0 =dmvdo001
      Stratis 0x204 =!Stra0tis
      Stratis 0x1204 =!Stra0tis
      md-1.1 0 fc4e2ba9
      md-1.2 0x1000 fc4e2ba9
      GPT 0x200 =EFI_PART
      GPT 0x1000 =EFI_PART
      GPT -0x200 =EFI_PART
      GPT -0x1000 =EFI_PART
      MBR-or-boot-sector 0x1fe 55aa
      BSD-label 0 57455682
      BSD-label 0x40 57455682
      BSD-label 0x200 57455682
      Sun-label 0x1fc dabe
      SGI-label 0 0be5a941
      AIX-label 0 c9c2d4c1
      Mac-partitions 0x200 504d0000
      vfat 0x36 =FAT
      vfat 0x52 =FAT32
      vfat 0x52 =MSWIN
      exfat 3 =EXFAT
      ntfs 3 =NTFS
      BitLocker 3 =-FVE-FS-
      ReFS 3 52654653
      ZFS 0x20000 0cb1ba0000000000
      ZFS 0x20000 0000000000bab10c
      ZFS 0x60000 0cb1ba0000000000
      ZFS 0x60000 0000000000bab10c
      ZFS-label 0x3fd8 117a0cb17ada1002
      ZFS-label 0x3fd8 0210da7ab10c7a11
      iso9660 0x8001 =CD001
      udf 0x8001 =BEA01
      udf 0x8001 =NSR0
      reiserfs 0x10034 =ReIsEr
      reiserfs 0x2034 =ReIsEr
      reiser4 0x10000 =ReIsEr4
      jfs 0x8000 =JFS1
      f2fs 0x400 1020f5f2
      f2fs 0x1400 1020f5f2
      nilfs2 0x406 3434
      ocfs2 0x400 =OCFSV2
      ocfs2 0x800 =OCFSV2
      ocfs2 0x1000 =OCFSV2
      ocfs2 0x2000 =OCFSV2
      ocfs 8 =OracleCFS
      gfs2 0x10000 01161970
      hfs 0x400 4244
      hfsplus 0x400 482b
      hfsplus 0x400 4858
      apfs 0x20 =NXSB
      minix 0x410 7f13
      minix 0x410 8f13
      minix 0x410 6824
      minix 0x410 7824
      minix 0x418 5a4d
      romfs 0 =-rom1fs-
      cramfs 0 453dcd28
      cramfs 0 28cd3d45
      squashfs 0 =hsqs
      squashfs 0 =sqsh
      erofs 0x400 e2e1f5e0
      vxfs 0x400 f5fc01a5
      vxfs 0x2000 a501fcf5
      ufs 0x255c 54190100
      ufs 0x255c 00011954
      ufs2 0x1055c 19015419
      ufs2 0x1055c 19540119
      befs 0x220 31534642
      befs 0x220 42465331
      bfs 0 cefaad1b
      sysv 0x3f8 fd187e20
      hpfs 0x2000 49e895f9
      netware 0x1000 =SPB5
      ubi 0 =UBI#
      jffs2 0 8519
      vmfs 0x100000 0dd001c0
      vmfs 0x200000 5ef1ab2f
      Ceph-bluestore 0 =bluestore
      Oracle-ASM 0x20 =ORCLDISK
      zonefs 0 =SFOZ
      DRBD-management 0 =$DRBDmgr
      DRBD -0xfc4 83740267
      DRBD -0xfc4 8374026b
      DRBD -0xfc4 8374026d
      Intel-RAID -0x400 =Intel_Raid_ISM
      DDF-RAID -0x200 de11de11
      DDF-RAID -0x200 11de11de
      LSI-RAID -0x200 =$XIDE$
      nVidia-RAID -0x400 =NVIDIA
      JMicron-RAID -0x200 =JM
      HighPoint-RAID 0x1220 f078165a
      Promise-RAID -0x7e00 =Promise_Technology
      Adaptec-RAID -0x200 =DPTM
      """;

  /** All of {@code union swap_header} and what suspend to disk puts in its place. */
  private static final List<String> SWAP =
      List.of("SWAPSPACE2", "SWAP-SPACE", "S1SUSPEND", "S2SUSPEND", "ULSUSPEND", "LINHIB0001");

  private Signatures() {}

  /**
   * A mark and where it stands.
   *
   * @param offset in bytes, from the start or, where negative, from the end
   * @param bytes one char each
   */
  record Signature(String name, long offset, String bytes) {}

  /** Every mark at a fixed place. */
  static List<Signature> all() {
    List<Signature> all = new ArrayList<>();
    for (String line : TABLE.split("\n", -1)) {
      String[] words = line.split(" ", 3);
      if (words.length == 3) {
        all.add(new Signature(words[0], Long.decode(words[1]), bytes(words[2])));
      }
    }
    for (int page = 4096; page <= 65536; page *= 2) {
      for (String magic : SWAP) {
        all.add(new Signature("swap", page - 10, magic));
      }
    }
    return all;
  }

  /** Those of md 0.90 and 1.0, which stand at places that follow from the size. */
  static List<Signature> md(long size) {
    long old = size / 65536 * 65536 - 65536;
    long atEnd = (size / 512 - 16) / 8 * 8 * 512;
    String little = bytes("fc4e2ba9");
    String big = bytes("a92b4efc");
    return List.of(
        new Signature("md-0.90", old, little),
        new Signature("md-0.90", old, big),
        new Signature("md-1.0", atEnd, little));
  }

  private static String bytes(String text) {
    if (text.startsWith("=")) {
      return text.substring(1).replace('_', ' ');
    }
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i < text.length(); i += 2) {
      bytes.append((char) Integer.parseInt(text, i, i + 2, 16));
    }
    return bytes.toString();
  }
}
