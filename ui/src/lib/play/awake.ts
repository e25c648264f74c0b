/** Keeps the screen on while the page is visible, where the browser can. Calling the returned function stops this. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async (): Promise<void> => {
    // The browser offers it over HTTPS and on the own machine only.
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (isOver) await got.release();
      else lock = got;
    } catch {
      // The system refuses, for example because the battery is low.
    }
  };
  const seen = (): void => void ask();
  // The browser takes the lock away when the page is hidden.
  document.addEventListener('visibilitychange', seen);
  seen();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
