import { useEffect, useRef, useState } from 'react'
import type { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { packageLimits } from '#api/catalogue/packages/rules.ts'
import { isTransient } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { emptyCheckpoint, type UploadCheckpoint } from '../client/upload-in-parts.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Progress } from '../ui/Progress.tsx'
import { toast } from '../ui/toast.ts'
import { PackageVersions } from './PackageVersions.tsx'
import { createPackageSender, waitForUnpacking } from './upload-package.ts'

interface PackageProps {
  educationPartId: number
  /** Reports whether an upload is under way; leaving cancels it. */
  onSending: (isSending: boolean) => void
}

function usePackageUpload({ educationPartId, onSending }: PackageProps) {
  /** Increases after each attempt, so that the list is fetched again. */
  const [count, setCount] = useState(0)
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState<UploadProgress | null>(null)
  const [opening, setOpening] = useState<ContentPackage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** File whose upload was interrupted, with the parts that the server has of it. */
  const [unsent, setUnsent] = useState<{ file: File; checkpoint: UploadCheckpoint } | null>(null)
  const [upload] = useState(() => createPackageSender(educationPartId))
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const send = async (chosen: File[]) => {
    const [file] = chosen
    setFiles(chosen)
    setProblem(null)
    setUnsent(null)
    if (!file) return
    const checkpoint = unsent?.file === file ? unsent.checkpoint : emptyCheckpoint()
    let isUploaded = false
    const { signal } = stop.current
    // Unpacking continues on the server, so the result is shown as a toast when the dialog is closed.
    const report = (text: string | null) =>
      signal.aborted ? toast(`${file.name}: ${text}`, 'danger') : setProblem(text)
    try {
      onSending(true)
      setSent({ sent: 0, total: file.size })
      const uploaded = await upload({ file, signal, checkpoint, onProgress: setSent })
      isUploaded = true
      setSent(null)
      onSending(false)
      const result = uploaded && (await waitForUnpacking(uploaded, setOpening))
      if (result?.state === 'refused') report(result.message)
    } catch (error) {
      if (signal.aborted) return
      setProblem(toFailure(error).message)
      if (!isUploaded && isTransient(error)) setUnsent({ file, checkpoint })
    } finally {
      // A completion whose answer was lost may have made a version as well.
      setCount((now) => now + 1)
      onSending(false)
      setSent(null)
      setOpening(null)
      setFiles([])
    }
  }
  return { count, files: unsent ? [unsent.file] : files, sent, opening, problem, unsent, send }
}

/**
 * Uploads the course package (zip) of a digital part as soon as it is chosen, and lists the part's packages. The old
 * version stays in use until the new one is unpacked. A failure is shown; an upload that lost its connection can be
 * continued. Closing the dialog cancels the upload but not the unpacking, whose refusal is then a toast. `onSending`
 * receives true when an upload begins, and false when it ends, before the unpacking.
 */
export function PackageField(props: PackageProps) {
  const { educationPartId } = props
  const t = useTexts('management')
  const { count, files, sent, opening, problem, unsent, send } = usePackageUpload(props)
  return (
    <div className="grid gap-3">
      <FileDrop
        name="package"
        label={t('package')}
        hint={t('packageHint')}
        files={files}
        onChange={(chosen) => void send(chosen)}
        accept={{ 'application/zip': ['.zip'] }}
        maxBytes={packageLimits.archiveBytes}
        progress={sent}
        disabled={opening !== null}
      />
      {opening && (
        <Progress
          label={t('package.unpacking')}
          done={opening.filesDone}
          total={Math.max(1, opening.filesTotal)}
          text={t('package.unpackingText', { done: opening.filesDone, total: opening.filesTotal })}
        />
      )}
      {problem && (
        <ErrorBox
          actions={unsent && <Button onClick={() => void send([unsent.file])}>{t('package.sendAgain')}</Button>}
        >
          {problem}
        </ErrorBox>
      )}
      <PackageVersions key={count} of="GET /EducationParts/:id/packages" id={educationPartId} />
    </div>
  )
}
