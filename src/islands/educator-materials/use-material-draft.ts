import { useEffect, useRef, useState } from 'react'
import type { EducatorMaterial, EducatorMaterialInput } from '#api/catalogue/educator-materials/contract.ts'
import { api } from '../client/api.ts'
import { repeatable } from '../client/repeatable.ts'
import { sendInParts } from '../client/send-in-parts.ts'
import { useDraft, useUnsaved } from '../editing/use-draft.ts'
import type { Sent } from '../ui/ChosenFiles.tsx'

interface Drafting {
  educationPartId: number
  /** Absent: new material. */
  material: EducatorMaterial | undefined
  /** Said when somebody else has taken it away meanwhile. */
  goneText: string
  onSaved: () => void
}

const nothingYet = (educationPartId: number): EducatorMaterial => ({
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

/** Sends a file once, however often the write that names it has to be tried. */
function useSending() {
  const [sent, setSent] = useState<Sent | null>(null)
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
      const uploadId = await sendInParts({ file, signal: stop.current.signal, onProgress: setSent })
      done.current = { file, uploadId }
      return uploadId
    } finally {
      setSent(null)
    }
  }
  return { sent, send }
}

/** The form of one piece of material: its name, and its package when there is a new one. */
export function useMaterialDraft({ educationPartId, material, goneText, onSaved }: Drafting) {
  const [files, setFiles] = useState<File[]>([])
  const { sent, send } = useSending()
  const [write] = useState(() =>
    repeatable((body: EducatorMaterialInput, idempotencyKey) => {
      const params = { id: body.educatorArticulateId ?? educationPartId }
      return api('PUT /EducatorArticulates/:id', { params, body, file: null }, { idempotencyKey })
    }),
  )
  const form = useDraft<{ name: string }, EducatorMaterial>({
    stored: material ?? nothingYet(educationPartId),
    draftOf: ({ name }) => ({ name }),
    async save({ name }, { educatorArticulateId: id, lastChange }) {
      const uploadId = await send(files[0])
      return write({ name, uploadId, ...(id ? { educatorArticulateId: id, lastChange } : {}) })
    },
    async reload() {
      const all = await api('GET /EducationPart/EducatorArticulates/:id', { params: { id: educationPartId } })
      const found = all.find((one) => one.educatorArticulateId === material?.educatorArticulateId)
      if (!found) throw new Error(goneText)
      return found
    },
    onSaved,
  })
  const isDirty = form.isDirty || files.length > 0
  useUnsaved(isDirty && !form.busy)
  return { ...form, isDirty, files, setFiles, sent }
}
