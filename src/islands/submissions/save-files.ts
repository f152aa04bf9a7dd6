import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'

/**
 * Saves the newest files of the chosen submissions as one archive, `inlamningar.zip`. Rejects when there is none or the
 * call fails.
 */
export const saveArchive = async (submissionIds: number[]): Promise<void> =>
  saveResponse(await api('POST /submissionAdmin/Download', { body: submissionIds }), 'inlamningar.zip')
