import { useEffect, useRef, useState } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { ApiError } from '../client/api.ts'
import { type Failure, toFailure, useUnsavedWarning } from '../editing/use-draft.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { createSubmissionSender } from './send-submission.ts'

/**
 * State of a submission's upload: `choose` takes a list, of which `handIn` sends the first file. `sent` is its
 * progress, null while none runs. `onHandedIn` receives the stored submission, after which no file is chosen.
 *
 * After a lost connection (`isWaiting`) it resumes by itself when the connection returns. A refusal is in `failure` and
 * the file stays chosen; the browser asks before a chosen file is left. `cancel` aborts the upload, without a failure.
 */
export function useHandIn(educationPartId: number, onHandedIn: (submission: Submission) => void) {
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState<UploadProgress | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [send] = useState(() => createSubmissionSender(educationPartId))
  const stop = useRef(new AbortController())
  useUnsavedWarning(files.length > 0)

  const handIn = async () => {
    const [file] = files
    if (!file || isBusy) return
    stop.current = new AbortController()
    const { signal } = stop.current
    setIsBusy(true)
    setWaiting(false)
    setFailure(null)
    try {
      const submission = await send({ file, signal, onProgress: setSent })
      setFiles([])
      onHandedIn(submission)
    } catch (error) {
      if (!signal.aborted) {
        setFailure(toFailure(error))
        setWaiting(!(error instanceof ApiError))
      }
    } finally {
      setSent(null)
      setIsBusy(false)
    }
  }
  const latestHandIn = useRef(handIn)
  latestHandIn.current = handIn
  useEffect(() => {
    if (!isWaiting) return
    const again = () => void latestHandIn.current()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isWaiting])

  const choose = (chosen: File[]) => {
    setFailure(null)
    setWaiting(false)
    setFiles(chosen)
  }
  return { files, sent, isBusy, failure, isWaiting, choose, handIn, cancel: () => stop.current.abort() }
}
