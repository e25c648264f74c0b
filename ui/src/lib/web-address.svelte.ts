// The address at which other people open lists: this page's own, if others reach it, or one that the person states.

import { prefs, settle } from './prefs.svelte';
import { hasAddress } from './shell';

/** Whether only this computer reaches a host. */
export const isThisComputer = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host);

/** The address without what stands after `#`; null if others reach no Muster that is known. */
export const webAddress = (): string | null =>
  prefs.webAddress ?? (hasAddress() && !isThisComputer(location.hostname) ? location.href.replace(/#.*/, '') : null);

/** A text as the address of a Muster on the web; null if it is none that others reach. */
export function addressOf(text: string): string | null {
  const trimmed = text.trim();
  let url: URL;
  try {
    url = new URL(trimmed.includes('://') ? trimmed : `https://${trimmed}`);
  } catch {
    return null;
  }
  if (!/^https?:$/.test(url.protocol) || !url.hostname.includes('.') || isThisComputer(url.hostname)) return null;
  url.hash = '';
  url.search = '';
  return url.href;
}

/** Stores the address that the person states; null forgets it. */
export function stateAddress(address: string | null): void {
  prefs.webAddress = address;
  settle();
}
