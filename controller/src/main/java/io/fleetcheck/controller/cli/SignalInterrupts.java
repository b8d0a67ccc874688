package io.fleetcheck.controller.cli;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * SIGINT, SIGTERM and SIGHUP of this process; one that was ignored at the start, as by nohup, stays
 * so.
 *
 * <p>A shutdown hook would not do: while hooks run, the JVM ignores a second Ctrl-C. The class
 * {@code sun.misc.Signal} of the module jdk.unsupported is reached by reflection because javac
 * warns of its every mention, and warnings are errors here.
 */
final class SignalInterrupts implements Interrupts {
  @Override
  public void onFirst(Runnable first) {
    AtomicBoolean seen = new AtomicBoolean();
    Runnable handler =
        () -> {
          if (seen.getAndSet(true)) {
            Runtime.getRuntime().halt(ExitCode.ABORTED);
          }
          first.run();
        };
    try {
      for (String name : new String[] {"INT", "TERM", "HUP"}) {
        handle(name, handler);
      }
    } catch (ReflectiveOperationException noSuchModule) {
      // The JVM then ends at the first signal, and the agents with it: their stdin closes.
    }
  }

  private static void handle(String name, Runnable handler) throws ReflectiveOperationException {
    Class<?> signalClass = Class.forName("sun.misc.Signal");
    Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
    Method handle = signalClass.getMethod("handle", signalClass, handlerClass);
    Object proxy =
        Proxy.newProxyInstance(
            handlerClass.getClassLoader(),
            new Class<?>[] {handlerClass},
            (self, method, arguments) -> {
              if (method.getName().equals("handle")) {
                handler.run();
              }
              return null;
            });
    handle.invoke(null, signalClass.getConstructor(String.class).newInstance(name), proxy);
  }
}
