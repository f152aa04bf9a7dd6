import { saveBlob } from './save-blob.ts'

/** A file must be larger than this; a smaller one is a failed export. */
const minBytes = 10

/**
 * Saves the body of a response as a file.
 * @throws Error when it has at most ten bytes, as a failed export has.
 */
export async function saveResponse(response: Response, name: string): Promise<void> {
  const blob = await response.blob()
  if (blob.size <= minBytes) throw new Error('The file is empty')
  saveBlob(blob, name)
}
