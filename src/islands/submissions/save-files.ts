import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'

/**
 * Downloads the newest files of the chosen submissions as one archive and saves it as `inlamningar.zip`.
 *
 * A text replaces an infected file. Rejects with `ApiError` for no ids or more than 100, for a submission that the
 * caller cannot review (`not_found`) and for more than 500 MiB (`too_large`); also when a file cannot be read.
 */
export const saveArchive = async (submissionIds: number[]): Promise<void> =>
  saveResponse(await api('POST /submissionAdmin/Download', { body: submissionIds }), 'inlamningar.zip')
