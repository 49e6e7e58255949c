/** Gives a text to the person as a file. */
export const download = (filename: string, type: string, content: string): void =>
  downloadBlob(filename, new Blob([content], { type: `${type};charset=utf-8` }));

export function downloadBlob(filename: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, filename);
  URL.revokeObjectURL(url);
}

/** Gives the person the file behind a link. */
export function downloadFrom(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
}
