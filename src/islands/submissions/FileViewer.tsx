import { Download, ExternalLink } from '@lucide/icons'
import { useEffect, useState } from 'react'
import type { Submission, SubmissionFile } from '#api/participation/submissions/contract.ts'
import { type FileDisplay, toFileDisplay } from '#api/participation/submissions/rules.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatBytes } from '../ui/format-bytes.ts'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Select } from '../ui/Select.tsx'
import { isLinkExpired, useLinkExpiry } from './link-expiry.ts'
import { ScanNote } from './ScanNote.tsx'

/** URL hash that makes the browser's PDF viewer show the page alone at full width. */
const plainViewer = '#navpanes=0&view=FitH'

const sheet = 'h-[70dvh] min-h-96 xl:h-[calc(100dvh-20rem)] w-full rounded-card border border-line bg-white'

interface PaperProps {
  file: Pick<SubmissionFile, 'url' | 'fileName'>
  viewKind: FileDisplay
  /** Describes the file for screen readers. */
  title: string
  /** Loads a fresh URL of the file. */
  onRenew: () => void
}

/**
 * URL that shows the file, and why it cannot. A fresh URL replaces one that has failed or had expired before it was
 * used; a file that is being read keeps its URL, so that the reader keeps the place.
 */
function useShownFile(latestUrl: string) {
  const [url, setUrl] = useState(latestUrl)
  const [fault, setFault] = useState<'broken' | 'expired' | null>(null)
  const [wasExpired, setWasExpired] = useState(false)
  if ((fault || wasExpired) && url !== latestUrl) {
    setUrl(latestUrl)
    setFault(null)
    setWasExpired(false)
  }
  const fail = () => setFault(isLinkExpired(url, Date.now()) ? 'expired' : 'broken')
  // A frame does not tell whether its file was refused, and the clock of the computer may be wrong.
  useEffect(() => setWasExpired(isLinkExpired(url, Date.now())), [url])
  return { url, fault, fail }
}

/**
 * The file from its own origin: a picture fitted to the sheet, other kinds in a frame that is sandboxed except for a
 * PDF. A picture with broken content is described, as a kind is that browsers do not show. In place of a file whose
 * link has expired, a button loads it again.
 */
function Paper({ file, viewKind, title, onRenew }: PaperProps) {
  const t = useTexts('submissions')
  const { url, fault, fail } = useShownFile(file.url)
  if (viewKind !== 'none' && fault === 'expired')
    return (
      <EmptyState title={t('desk.expired')} actions={<Button onClick={onRenew}>{t('desk.renew')}</Button>}>
        {t('desk.expiredText')}
      </EmptyState>
    )
  if (viewKind === 'none' || fault) return <EmptyState title={t('desk.notShown')}>{t('desk.notShownText')}</EmptyState>
  if (viewKind === 'picture')
    return (
      <img
        src={url}
        alt={title}
        referrerPolicy="no-referrer"
        // The picture of the server's page may have failed before hydration.
        ref={(picture) => {
          if (picture?.complete && picture.naturalWidth === 0) fail()
        }}
        onError={fail}
        className={`${sheet} object-contain object-top`}
      />
    )
  // Browsers show no PDF in a sandbox; the separate origin and its headers restrict it instead.
  const isDocument = viewKind === 'document'
  return (
    <iframe
      src={isDocument ? `${url}${plainViewer}` : url}
      {...(isDocument ? {} : { sandbox: '' })}
      title={title}
      referrerPolicy="no-referrer"
      allow="fullscreen"
      className={sheet}
    />
  )
}

/**
 * Shows a version of the submitted file, the latest at first, from its own origin. Links open and save it. An infected
 * file is only described and has no links; a kind that browsers do not show can be saved only. Calls `onRenew` when the
 * links expire, for `submission` with fresh ones.
 */
export function FileViewer({ submission, onRenew }: { submission: Submission; onRenew: () => void }) {
  const t = useTexts('submissions')
  const language = useLanguage()
  const { files, userName } = submission
  const [version, setVersion] = useState(submission.version)
  const file = files.find((one) => one.version === version) ?? submission
  useLinkExpiry(file.url, onRenew)
  const viewKind = toFileDisplay(file.contentType)
  const isInfected = file.scan === 'Infected'
  const options = files.map((one) => ({
    value: one.version,
    label: t('desk.versionOption', { version: one.version, date: momentText(one.uploaded, 'day', language) }),
  }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate font-medium">{file.fileName}</p>
          <p className="text-sm text-muted tabular-nums">
            {formatBytes(file.size, language)} · {momentText(file.uploaded, 'moment', language)}
          </p>
          <ScanNote state={file.scan} />
        </div>
        <div className="flex flex-wrap items-end gap-2">
          {files.length > 1 && (
            <Select
              name="version"
              label={t('desk.fileVersion')}
              hidesLabel
              options={options}
              value={version}
              onChange={({ target }) => setVersion(Number(target.value))}
            />
          )}
          {viewKind !== 'none' && !isInfected && (
            <Button size="small" href={file.url} target="_blank" rel="noopener noreferrer">
              <Icon of={ExternalLink} size={16} /> {t('desk.openTab')}
            </Button>
          )}
          {!isInfected && (
            <Button size="small" href={`${file.url}&download=1`}>
              <Icon of={Download} size={16} /> {t('desk.download')}
            </Button>
          )}
        </div>
      </div>
      {version !== submission.version && <InfoBox tone="warning">{t('desk.older')}</InfoBox>}
      {isInfected ? (
        <InfoBox tone="warning">{t('scan.Infected')}</InfoBox>
      ) : (
        <Paper
          key={file.fileId}
          file={file}
          viewKind={viewKind}
          title={t('desk.frame', { name: file.fileName, learner: userName })}
          onRenew={onRenew}
        />
      )}
    </div>
  )
}
