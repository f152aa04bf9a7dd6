/** Saves a blob as a file through the browser, under `fileName`. The blob is kept in memory for a minute more. */
export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // The browser may start saving late, so the address is revoked after a minute.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
