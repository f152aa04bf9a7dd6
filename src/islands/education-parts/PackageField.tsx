import { useEffect, useRef, useState } from 'react'
import type { ContentPackage, PackageVersion } from '#api/packages/contract.ts'
import { limits } from '#api/packages/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { useLanguage, useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import type { Sent } from '../ui/ChosenFiles.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Progress } from '../ui/Progress.tsx'
import { sendPackage, unpacked } from './send-package.ts'

const tones = { uploaded: 'neutral', unpacking: 'neutral', ready: 'success', refused: 'danger' } as const

function Versions({ versions }: { versions: readonly PackageVersion[] }) {
  const t = useTexts('management')
  const language = useLanguage()
  if (versions.length === 0) return null
  return (
    <details className="rounded-card border border-line px-4 py-3">
      <summary className="cursor-pointer font-semibold">{t('package.versions', { count: versions.length })}</summary>
      <ul className="mt-3 grid gap-2 text-sm">
        {versions.map(({ id, originalName, uploaded, uploadedBy, state, current, message }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-medium wrap-anywhere">{originalName}</span>
            <span className="text-muted">
              {momentText(uploaded, 'moment', language)}
              {uploadedBy && ` · ${uploadedBy}`}
            </span>
            <Badge tone={current ? 'accent' : tones[state]}>
              {t(current ? 'package.current' : `package.${state}`)}
            </Badge>
            {message && <span className="text-danger-ink">{message}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

function usePackage(educationPartId: number) {
  const [versions, setVersions] = useState<PackageVersion[]>([])
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState<Sent | null>(null)
  const [opening, setOpening] = useState<ContentPackage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef(new AbortController())
  const load = async () => {
    const found = await api('GET /EducationParts/:id/packages', { params: { id: educationPartId } })
    setVersions(found)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is another one only in another dialog.
  useEffect(() => {
    // A list that does not come is only not shown; sending says by itself when the line is bad.
    load().catch(() => undefined)
    const { current } = stop
    return () => current.abort()
  }, [])
  const send = async (chosen: File[]) => {
    const [file] = chosen
    setFiles(chosen)
    setProblem(null)
    if (!file) return
    try {
      setSent({ sent: 0, total: file.size })
      const started = await sendPackage({ file, educationPartId, signal: stop.current.signal, onProgress: setSent })
      setSent(null)
      const done = await unpacked(started, setOpening)
      if (done.state === 'refused') setProblem(done.message)
      await load()
    } catch (error) {
      if (!stop.current.signal.aborted) setProblem(failureOf(error).message)
    } finally {
      setSent(null)
      setOpening(null)
      setFiles([])
    }
  }
  return { versions, files, sent, opening, problem, send }
}

/** The course of a digital part: a new version is sent at once, and the old one serves until the new one stands. */
export function PackageField({ educationPartId }: { educationPartId: number }) {
  const t = useTexts('management')
  const { versions, files, sent, opening, problem, send } = usePackage(educationPartId)
  return (
    <div className="grid gap-3">
      <FileDrop
        name="package"
        label={t('package')}
        hint={t('packageHint')}
        files={files}
        onChange={(chosen) => void send(chosen)}
        accept={{ 'application/zip': ['.zip'] }}
        maxBytes={limits.archiveBytes}
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
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Versions versions={versions} />
    </div>
  )
}
