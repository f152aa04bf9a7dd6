/**
 * Returns the ETag of a document: the SHA-1 digest of its body as lower-case hexadecimal text, as xAPI 1.0.3 requires
 * (part three, 3.1). It identifies a version and protects nothing.
 */
export async function createDocumentEtag(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-1', body)).toString('hex')
}
