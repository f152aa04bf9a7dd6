/** As small as parts may be; all but the last are of one size. */
const partBytes = 5 * 1024 * 1024

export interface FileInParts {
  write: (chunk: Uint8Array) => Promise<void>
  close: () => Promise<void>
  /** Nothing of it is left. */
  abort: () => Promise<void>
}

/** A file of unknown length on its way to the file store: no more of it than a part is in memory, and it is there whole or not at all. */
export async function fileInParts(files: R2Bucket, key: string, contentType: string): Promise<FileInParts> {
  const upload = await files.createMultipartUpload(key, { httpMetadata: { contentType } })
  const sent: R2UploadedPart[] = []
  const piece = new Uint8Array(partBytes)
  let filled = 0
  const send = async () => {
    sent.push(await upload.uploadPart(sent.length + 1, piece.slice(0, filled)))
    filled = 0
  }
  return {
    async write(chunk) {
      for (let from = 0; from < chunk.length; ) {
        const some = chunk.subarray(from, from + partBytes - filled)
        piece.set(some, filled)
        filled += some.length
        from += some.length
        if (filled === partBytes) await send()
      }
    },
    async close() {
      if (filled > 0 || sent.length === 0) await send()
      await upload.complete(sent)
    },
    abort: () => upload.abort(),
  }
}
