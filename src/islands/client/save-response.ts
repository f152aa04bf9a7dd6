import { saveBlob } from './save-blob.ts'

/** A file of this size or less is a failed one. */
const bytesAtLeast = 10

/** Has the browser save what a call answered with. */
export async function saveResponse(response: Response, name: string): Promise<void> {
  const blob = await response.blob()
  if (blob.size <= bytesAtLeast) throw new Error('The file is empty')
  saveBlob(blob, name)
}
