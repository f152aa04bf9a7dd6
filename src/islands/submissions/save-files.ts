import { api } from '../api.ts'

/** A file of this size or less is a failed one. */
const bytesAtLeast = 10

async function save(response: Response, name: string): Promise<void> {
  const blob = await response.blob()
  if (blob.size <= bytesAtLeast) throw new Error('The file is empty')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The newest files of the chosen submissions as one archive. */
export const saveArchive = async (submissionIds: number[]): Promise<void> =>
  save(await api('POST /submissionAdmin/Download', { body: submissionIds }), 'inlamningar.zip')
