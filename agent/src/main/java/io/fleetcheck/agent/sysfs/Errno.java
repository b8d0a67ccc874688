package io.fleetcheck.agent.sysfs;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * The symbolic name of the error behind a Java exception. Java keeps the C library's text only
 * (strerror(3)), which is translated: the agent is therefore started in the C locale. A text that
 * is not known here is passed on as it is, which still is not a value.
 */
final class Errno {
  private Errno() {}

  static String of(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "ENOENT";
    }
    if (failure instanceof AccessDeniedException) {
      return "EACCES";
    }
    if (failure instanceof NotDirectoryException) {
      return "ENOTDIR";
    }
    if (failure instanceof FileSystemLoopException) {
      return "ELOOP";
    }
    String text =
        failure instanceof FileSystemException named ? named.getReason() : failure.getMessage();
    return text == null ? failure.getClass().getSimpleName() : ofText(text);
  }

  private static String ofText(String text) {
    return switch (text) {
      case "Input/output error" -> "EIO";
      case "No such device or address" -> "ENXIO";
      case "No such device" -> "ENODEV";
      case "Invalid argument" -> "EINVAL";
      case "Permission denied" -> "EACCES";
      case "Operation not permitted" -> "EPERM";
      case "Is a directory" -> "EISDIR";
      case "Not a directory" -> "ENOTDIR";
      case "Device or resource busy" -> "EBUSY";
      case "Resource temporarily unavailable" -> "EAGAIN";
      case "Operation not supported" -> "EOPNOTSUPP";
      case "Cannot allocate memory" -> "ENOMEM";
      case "No data available" -> "ENODATA";
      case "Connection timed out" -> "ETIMEDOUT";
      case "Remote I/O error" -> "EREMOTEIO";
      case "Stale file handle" -> "ESTALE";
      default ->
          // "Too many levels of symbolic links or unable to access attributes of symbolic link"
          text.startsWith("Too many levels of symbolic links") ? "ELOOP" : text;
    };
  }
}
