import { afterEach, expect, test, vi } from 'vitest';
import { drawPicture } from './share-picture.ts';

const picture = { title: 'Bisley', figures: '1:20', home: 1, footer: 'same-deal.test' };

/** A canvas that gives back these values for what was drawn white. */
function stubCanvas(values: readonly number[]) {
  const pen = new Proxy(
    {
      createRadialGradient: () => ({ addColorStop: () => undefined }),
      measureText: () => ({ width: 10 }),
      getImageData: () => ({ data: Uint8ClampedArray.from(values) }),
    },
    { get: (own, name) => Reflect.get(own, name) ?? (() => undefined), set: () => true },
  );
  const toBlob = (callback: (blob: Blob) => void) => callback(new Blob(['drawn']));
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => pen, toBlob }) });
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['what was drawn', [255, 255, 255, 255]],
  ['what was drawn, but for the last bits', [254, 255, 253, 255]],
])('a picture is what was drawn, where the browser gives back %s', async (_, values) => {
  stubCanvas(values);
  expect(await drawPicture(picture)).toBeInstanceOf(Blob);
});

test('P8: there is none, and not a noise, where the browser hides what was drawn', async () => {
  stubCanvas([56, 254, 154, 35]);
  expect(await drawPicture(picture)).toBeNull();
});
