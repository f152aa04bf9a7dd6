/** Hands a file to the browser, which saves it. */
export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // Where saving begins late, the address still leads somewhere.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
