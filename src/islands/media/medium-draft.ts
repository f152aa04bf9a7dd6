import type { Media } from '#api/catalogue/media/contract.ts'
import { ApiError, api, isAlreadyDone, isTransient } from '../client/api.ts'
import { repeatRateLimited } from '../client/send-file.ts'
import { emptyCheckpoint, type UploadCheckpoint, uploadInParts } from '../client/upload-in-parts.ts'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'

/** Form values of a medium. */
export interface MediumDraft {
  /** 0 a file, 1 a link. */
  kind: 0 | 1
  title: string
  description: string
  /** URL of a link; empty for a file. */
  url: string
  tagIds: number[]
  /** Whether the media library shows it; otherwise only its educations do. */
  inLibrary: boolean
}

/** Converts a medium to the draft of its form; without a medium, a new file in the library. */
export const toDraft = (medium: Media | undefined): MediumDraft => ({
  kind: medium?.kind ?? 0,
  title: medium?.title ?? '',
  description: medium?.description ?? '',
  url: medium?.kind === 1 ? medium.url : '',
  tagIds: medium?.tagIds ?? [],
  inLibrary: medium?.inLibrary ?? true,
})

/** Medium to save, and how its upload is followed and ended. */
export interface MediumSave {
  draft: MediumDraft
  medium: Media | undefined
  /** Education that a new medium is added to. */
  educationId: number | undefined
  file: File | undefined
  onProgress: (sent: UploadProgress | null) => void
  signal: AbortSignal
}

/** A save with the id of its uploaded file, which is null without one. */
interface MediumWrite extends Pick<MediumSave, 'draft' | 'medium' | 'educationId'> {
  uploadId: string | null
}

function writeMedium({ draft, medium, educationId, uploadId }: MediumWrite, idempotencyKey: string): Promise<unknown> {
  const { kind, title, url, tagIds, inLibrary } = draft
  const options = { idempotencyKey }
  if (!medium && kind === 1)
    return api(
      'POST /Media/links',
      { body: [{ title, url, tagIds, inLibrary, educationId: educationId ?? null }] },
      options,
    )
  const body = {
    id: medium?.id ?? null,
    title,
    description: draft.description || null,
    educationIds: medium?.educationIds ?? (educationId ? [educationId] : []),
    tagIds,
    inLibrary,
    url: kind === 1 ? url : null,
    uploadId,
    lastChange: medium?.lastChange ?? null,
  }
  return medium ? api('PUT /Media', { body, file: null }, options) : api('POST /Media', { body, file: null }, options)
}

/** Whether a failed save has left the upload as it was: its answer was lost, or a field was refused beforehand. */
const keepsUpload = (error: unknown) =>
  !(error instanceof ApiError) || isTransient(error) || error.body.code === 'invalid_input'

/**
 * Creates a function that saves a medium (new without `medium`). A chosen `file` is uploaded in parts first, of a new
 * link ignored; `onProgress` gets null before the medium itself is saved. A new medium is added to `educationId`, and a
 * new link is saved without the description.
 *
 * It rejects as `uploadInParts` and the call do; a save that an earlier attempt has done resolves. A retry continues
 * the upload of the same file and saves once; after a refusal, other than of a field, it begins with the first part.
 */
export function createMediumSaver() {
  const write = withIdempotencyKey(writeMedium)
  let resumable: { file: File | null; checkpoint: UploadCheckpoint } = { file: null, checkpoint: emptyCheckpoint() }
  return async ({ file, onProgress, signal, draft, medium, educationId }: MediumSave): Promise<void> => {
    if (file && resumable.file !== file) resumable = { file, checkpoint: emptyCheckpoint() }
    const { checkpoint } = resumable
    const hasFile = file && (medium || draft.kind === 0)
    try {
      const uploadId = hasFile ? await uploadInParts({ file, signal, onProgress, checkpoint }) : null
      onProgress(null)
      await repeatRateLimited(() => write({ draft, medium, educationId, uploadId }), { signal })
    } catch (error) {
      if (isAlreadyDone(error)) return
      if (!keepsUpload(error)) resumable = { file: null, checkpoint: emptyCheckpoint() }
      throw error
    }
  }
}
