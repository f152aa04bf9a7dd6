/** Reads a body of at most `most` bytes; null when there is more, whose rest is not read. A length can be missing or a lie. */
export async function boundedBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let seen = 0
  for await (const chunk of request.body ?? []) {
    seen += chunk.byteLength
    if (seen > most) return null
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
