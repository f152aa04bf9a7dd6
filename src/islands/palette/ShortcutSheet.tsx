import { useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Switch } from '../ui/Switch.tsx'

/** A key with the text of what it does. */
export interface PageKey {
  key: string
  label: string
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <dt className="flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd key={key} className="kbd">
          {key}
        </kbd>
      ))}
    </dt>
  )
}

function KeyList({ title, rows }: { title: string; rows: readonly { keys: readonly string[]; label: string }[] }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-base">{title}</h3>
      <dl className="grid gap-1.5">
        {rows.map(({ keys, label }) => (
          <div key={keys.join(' ')} className="flex items-baseline justify-between gap-4">
            <dd className="order-first min-w-0">{label}</dd>
            <Keys keys={keys} />
          </div>
        ))}
      </dl>
    </section>
  )
}

interface SheetProps {
  /** The pages that a letter after `g` opens. */
  pages: readonly PageKey[]
  /** Keys of the page's own buttons. */
  own: readonly PageKey[]
  modifier: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** Lists the keyboard shortcuts, and turns those of a single key on and off. */
function Sheet({ pages, own, modifier, isOn, onSwitch, onClose }: SheetProps) {
  const t = useTexts('palette')
  const [on, setOn] = useState(isOn)
  const change = (next: boolean) => {
    setOn(next)
    onSwitch(next)
  }
  const general = [
    { keys: [modifier, 'K'], label: t('keys.paletteAlways') },
    { keys: ['/'], label: t('keys.palette') },
    { keys: ['?'], label: t('keys.sheet') },
  ]
  const lists = [
    { keys: ['j'], label: t('keys.next') },
    { keys: ['k'], label: t('keys.previous') },
    { keys: ['Enter'], label: t('keys.open') },
    { keys: ['x'], label: t('keys.select') },
    { keys: ['p'], label: t('keys.peek') },
  ]
  return (
    <Dialog open title={t('keys.title')} onClose={onClose} size="large">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <KeyList title={t('keys.everywhere')} rows={general} />
        <KeyList title={t('keys.lists')} rows={lists} />
        {own.length > 0 && (
          <div className="sm:col-span-2">
            <KeyList title={t('keys.own')} rows={own.map(({ key, label }) => ({ keys: [key], label }))} />
          </div>
        )}
        {pages.length > 0 && (
          <div className="sm:col-span-2">
            <KeyList title={t('keys.pages')} rows={pages.map(({ key, label }) => ({ keys: ['g', key], label }))} />
          </div>
        )}
        <div className="border-t border-line pt-4 sm:col-span-2">
          <Switch
            name="shortcuts"
            label={t('keys.on')}
            hint={t('keys.onHint')}
            checked={on}
            onChange={({ target }) => change(target.checked)}
          />
        </div>
      </div>
    </Dialog>
  )
}

/**
 * Dialog with the keyboard shortcuts and a switch for those of a single key, which calls `onSwitch`; the caller stores
 * it. `modifier` is the name of the key before K, `pages` are those that a letter after `g` opens,
 * and `own` the keys of the page below.
 */
export const ShortcutSheet = island(Sheet)
