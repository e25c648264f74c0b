// Reads QR codes in a photo: by the browser where it can, else by a library that is loaded then.

interface Detector {
  detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
type Made = new (options: { formats: ['qr_code'] }) => Detector;

/** The longest side of a photo that is looked at, in pixels. */
const LONGEST = 2400;

/** The texts of the codes in a photo. Fails if it is no picture. */
export async function qrCodes(photo: Blob): Promise<string[]> {
  const whole = await createImageBitmap(photo);
  // A photo of many megapixels takes long, and shows no more of a code.
  const scale = Math.min(1, LONGEST / Math.max(whole.width, whole.height));
  const image = scale === 1 ? whole : await createImageBitmap(whole, { resizeWidth: Math.round(whole.width * scale) });
  const own = (globalThis as { BarcodeDetector?: Made }).BarcodeDetector;
  // A browser may know the function and have nothing behind it.
  const seen = own ? await read(own, image).catch(() => []) : [];
  return seen.length > 0 ? seen : read((await import('qr/decode.js')).BarcodeDetector, image);
}

const read = async (Made: Made, image: ImageBitmap): Promise<string[]> =>
  (await new Made({ formats: ['qr_code'] }).detect(image)).map(({ rawValue }) => rawValue);
