import type { Media } from '#api/catalogue/media/contract.ts'
import { api } from '../client/api.ts'
import { repeatRateLimited } from '../client/send-file.ts'
import { uploadInParts } from '../client/upload-in-parts.ts'
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
  idempotencyKey: string
}

/**
 * Saves a medium; its file is uploaded in parts first, and `onProgress` gets null when that is done. A new medium is
 * added to `educationId`, and a new link is saved without the description. A stored one keeps its educations, and its
 * file without a new one. Rejects as `uploadInParts` and the call do; a retry uploads the file again.
 */
export async function saveMedium(save: MediumSave): Promise<unknown> {
  const { draft, medium, educationId, file, onProgress, signal, idempotencyKey } = save
  const { kind, title, url, tagIds, inLibrary } = draft
  const educationIds = medium?.educationIds ?? (educationId ? [educationId] : [])
  if (!medium && kind === 1)
    return api(
      'POST /Media/links',
      { body: [{ title, url, tagIds, inLibrary, educationId: educationId ?? null }] },
      { idempotencyKey },
    )
  const uploadId = file ? await uploadInParts({ file, signal, onProgress }) : null
  onProgress(null)
  const body = {
    id: medium?.id ?? null,
    title,
    description: draft.description || null,
    educationIds,
    tagIds,
    inLibrary,
    url: kind === 1 ? url : null,
    uploadId,
    lastChange: medium?.lastChange ?? null,
  }
  const write = () =>
    medium ? api('PUT /Media', { body, file: null }) : api('POST /Media', { body, file: null }, { idempotencyKey })
  return repeatRateLimited<unknown>(write, { signal })
}
