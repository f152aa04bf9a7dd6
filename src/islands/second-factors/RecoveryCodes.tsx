import { Copy, Download } from '@lucide/icons'
import { copyText } from '../client/copy-text.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

interface RecoveryCodesProps {
  codes: string[]
  onClose: () => void
}

/**
 * Dialog that shows new recovery codes once, to be copied, with a toast, or saved as a file. A press beside it does not
 * close it; `onClose` must remove it.
 */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const t = useTexts('second-factors')
  const common = useTexts('common')
  const text = `${codes.join('\n')}\n`
  const copy = () => copyText(text, { copied: t('codes.copied'), failed: common('copyFailed') })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('codes.title')}
      closesOutside={false}
      actions={
        <Button tone="primary" onClick={onClose}>
          {t('codes.saved')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{t('codes.explained')}</p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-line bg-sunken px-4 py-3">
          {codes.map((code) => (
            <li key={code}>
              <code className="text-lg">{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
            {t('codes.copy')}
          </Button>
          <Button icon={<Icon of={Download} size={18} />} onClick={() => save(text, t('codes.file'))}>
            {t('codes.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
