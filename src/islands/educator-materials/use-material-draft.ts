import { useEffect, useRef, useState } from 'react'
import type { EducatorMaterial, EducatorMaterialInput } from '#api/catalogue/educator-materials/contract.ts'
import { api } from '../client/api.ts'
import { repeatRateLimited } from '../client/send-file.ts'
import { uploadInParts } from '../client/upload-in-parts.ts'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useDraft, useUnsavedWarning } from '../editing/use-draft.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'

interface MaterialDraftOptions {
  educationPartId: number
  /** Absent for new material. */
  material: EducatorMaterial | undefined
  /** Text for when somebody else has removed the material. */
  goneText: string
  onSaved: () => void
}

const emptyMaterial = (educationPartId: number): EducatorMaterial => ({
  educatorArticulateId: 0,
  name: '',
  educationPartId,
  partTitle: '',
  packageId: 0,
  activityId: null,
  ready: false,
  pending: null,
  completedDate: null,
  lastChange: new Date(0),
})

/** Uploads a file once, even when the write that refers to it is retried. */
function useUpload() {
  const [sent, setSent] = useState<UploadProgress | null>(null)
  const stop = useRef(new AbortController())
  const done = useRef<{ file: File; uploadId: string } | null>(null)
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const send = async (file: File | undefined): Promise<string | null> => {
    if (!file) return null
    if (done.current?.file === file) return done.current.uploadId
    try {
      const uploadId = await uploadInParts({ file, signal: stop.current.signal, onProgress: setSent })
      done.current = { file, uploadId }
      return uploadId
    } finally {
      setSent(null)
    }
  }
  return { sent, send }
}

/**
 * State of the form of one material, or without `material` of a new one of the part: its name, and a new package
 * (`files`, `setFiles`) if there is one. A save uploads the package first, once also when it is repeated; leaving
 * aborts the upload. `sent` is its progress, else null. Otherwise as `useDraft`, but `isDirty` includes the package.
 * `goneText` is the failure when the material has been removed.
 */
export function useMaterialDraft({ educationPartId, material, goneText, onSaved }: MaterialDraftOptions) {
  const [files, setFiles] = useState<File[]>([])
  const { sent, send } = useUpload()
  const [write] = useState(() =>
    withIdempotencyKey((body: EducatorMaterialInput, idempotencyKey) => {
      const params = { id: body.educatorArticulateId ?? educationPartId }
      return api('PUT /EducatorArticulates/:id', { params, body, file: null }, { idempotencyKey })
    }),
  )
  const form = useDraft<{ name: string }, EducatorMaterial>({
    stored: material ?? emptyMaterial(educationPartId),
    draftOf: ({ name }) => ({ name }),
    async save({ name }, { educatorArticulateId: id, lastChange }) {
      const uploadId = await send(files[0])
      return repeatRateLimited(() => write({ name, uploadId, ...(id ? { educatorArticulateId: id, lastChange } : {}) }))
    },
    async reload() {
      const all = await api('GET /EducationPart/EducatorArticulates/:id', { params: { id: educationPartId } })
      const current = all.find((one) => one.educatorArticulateId === material?.educatorArticulateId)
      if (!current) throw new Error(goneText)
      return current
    },
    onSaved,
  })
  const isDirty = form.isDirty || files.length > 0
  useUnsavedWarning(isDirty && !form.isBusy)
  return { ...form, isDirty, files, setFiles, sent }
}
