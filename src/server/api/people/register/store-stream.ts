const bytesPerPart = 8 * 1024 * 1024

/** Joins chunks to one array of bytes. */
function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

/** Yields the stream in parts of exactly 8 MB, and a shorter last one; R2 wants parts of one size. */
async function* toParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= bytesPerPart) {
      const whole = joinChunks(chunks, size)
      yield whole.subarray(0, bytesPerPart)
      chunks = [whole.slice(bytesPerPart)]
      size -= bytesPerPart
    }
  }
  yield joinChunks(chunks, size)
}

/**
 * Stores a stream of unknown length in the file store under a key, holding at most some parts of 8 MB in memory.
 * Replaces an earlier object. An error of the stream or the store is thrown on, and stores nothing.
 */
export async function storeStream(files: R2Bucket, key: string, stream: ReadableStream<Uint8Array>): Promise<void> {
  const upload = await files.createMultipartUpload(key)
  try {
    const parts: R2UploadedPart[] = []
    for await (const part of toParts(stream)) parts.push(await upload.uploadPart(parts.length + 1, part))
    await upload.complete(parts)
  } catch (error) {
    await upload.abort()
    throw error
  }
}
