import { useEffect, useRef, useState } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { ApiError } from '../client/api.ts'
import { type Failure, failureOf, useUnsaved } from '../editing/use-draft.ts'
import type { Sent } from '../ui/ChosenFiles.tsx'
import { submissionSender } from './send-submission.ts'

/** State of a submission's upload. After a lost connection it resumes by itself when the connection returns. */
export function useHandIn(educationPartId: number, onHandedIn: (submission: Submission) => void) {
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState<Sent | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [send] = useState(() => submissionSender(educationPartId))
  const stop = useRef(new AbortController())
  useUnsaved(files.length > 0)

  const handIn = async () => {
    const [file] = files
    if (!file || busy) return
    stop.current = new AbortController()
    const { signal } = stop.current
    setBusy(true)
    setWaiting(false)
    setFailure(null)
    try {
      const submission = await send({ file, signal, onProgress: setSent })
      setFiles([])
      onHandedIn(submission)
    } catch (error) {
      if (!signal.aborted) {
        setFailure(failureOf(error))
        setWaiting(!(error instanceof ApiError))
      }
    } finally {
      setSent(null)
      setBusy(false)
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
  return { files, sent, busy, failure, isWaiting, choose, handIn, abandon: () => stop.current.abort() }
}
