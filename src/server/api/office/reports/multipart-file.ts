/** Smallest part that R2 allows. All parts but the last have this size. */
const partBytes = 5 * 1024 * 1024

/** A file that is written to R2 in parts. */
export interface MultipartFile {
  write: (chunk: Uint8Array) => Promise<void>
  close: () => Promise<void>
  /** Removes the parts that were uploaded. */
  abort: () => Promise<void>
}

/**
 * Begins a multipart upload of a file of unknown length to the file store, and returns its writer. At most one part of
 * 5 MiB is in memory.
 *
 * The file exists only after `close`, also an empty one. After an error the caller calls `abort`, or the parts remain.
 */
export async function createMultipartFile(files: R2Bucket, key: string, contentType: string): Promise<MultipartFile> {
  const upload = await files.createMultipartUpload(key, { httpMetadata: { contentType } })
  const uploadedParts: R2UploadedPart[] = []
  const part = new Uint8Array(partBytes)
  let filled = 0
  const send = async () => {
    uploadedParts.push(await upload.uploadPart(uploadedParts.length + 1, part.slice(0, filled)))
    filled = 0
  }
  return {
    async write(chunk) {
      for (let from = 0; from < chunk.length; ) {
        const some = chunk.subarray(from, from + partBytes - filled)
        part.set(some, filled)
        filled += some.length
        from += some.length
        if (filled === partBytes) await send()
      }
    },
    async close() {
      if (filled > 0 || uploadedParts.length === 0) await send()
      await upload.complete(uploadedParts)
    },
    abort: () => upload.abort(),
  }
}
