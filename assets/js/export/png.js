// An SVG document as a PNG, at twice its size, so that it is sharp in print and on dense screens.

const DENSITY = 2;

/**
 * @param {string} svg a document that states its width and height
 * @returns {Promise<Blob>}
 */
export async function svgToPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = DENSITY * image.width;
  canvas.height = DENSITY * image.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser makes no PNG of it"))), "image/png");
  });
}
