// Prints many lists. If they are too many for one file, this makes several files and saves them in one archive.

import { zipSync } from 'fflate';
import { fromBase64, Refusal, saveNew, savePdf, toBase64 } from '../shell';

/** Makes a file of items, or one of each half if they are too large together, or take too long on a slow machine. */
export async function inParts<T>(
  items: readonly T[],
  make: (items: readonly T[]) => Promise<string>,
): Promise<string[]> {
  try {
    return [await make(items)];
  } catch (told) {
    const isTooMuch = told instanceof Refusal && ['too-large', 'too-slow'].includes(told.code);
    if (!isTooMuch || items.length < 2) throw told;
  }
  const half = Math.ceil(items.length / 2);
  return [...(await inParts(items.slice(0, half), make)), ...(await inParts(items.slice(half), make))];
}

/** Saves PDFs in base 64: one as it is, several as an archive. Returns the message about it, or null if the person cancels. */
export async function savePdfs(name: string, pdfs: readonly string[]): Promise<string | null> {
  const [pdf, ...others] = pdfs;
  if (pdf === undefined) return null;
  if (others.length === 0) return savePdf(`${name}.pdf`, pdf);
  const files = pdfs.map((pdf, at) => [`${name} ${at + 1} of ${pdfs.length}.pdf`, fromBase64(pdf)] as const);
  const saved = await saveNew(`${name}-prints.zip`, toBase64(zipSync(Object.fromEntries(files), { level: 0 })), true);
  return saved && `${saved}: ${pdfs.length} files, as the lists are too many for one`;
}
