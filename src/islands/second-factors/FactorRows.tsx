import { KeyRound, Pencil, Smartphone, Trash2 } from '@lucide/icons'
import type { ReactNode } from 'react'
import type { Passkey, SecondFactors } from '#api/people/authentication/factors/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

interface RowProps {
  icon: ReactNode
  name: string
  lines: string[]
  children: ReactNode
}

const Row = ({ icon, name, lines, children }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="flex min-w-0 flex-1 items-start gap-3">
      <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        {lines.map((line) => (
          <p key={line} className="text-sm text-muted">
            {line}
          </p>
        ))}
      </div>
    </div>
    <span className="flex">{children}</span>
  </li>
)

interface FactorRowsProps {
  factors: SecondFactors
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey | 'app') => void
}

/**
 * Lists the person's passkeys in their order, then the authenticator app, with their dates. `onRename` receives the
 * passkey, `onRemove` the passkey, or `app`; the caller asks and writes.
 */
export function FactorRows({ factors, onRename, onRemove }: FactorRowsProps) {
  const t = useTexts('second-factors')
  const language = useLanguage()
  const day = (moment: Date) => momentText(moment, 'day', language)
  return (
    <ul className="divide-y divide-line">
      {factors.passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          icon={<Icon of={KeyRound} size={20} />}
          name={passkey.name}
          lines={[
            t('passkey.created', { when: day(passkey.created) }),
            passkey.lastUsed ? t('passkey.lastUsed', { when: day(passkey.lastUsed) }) : t('passkey.neverUsed'),
          ]}
        >
          <IconButton
            label={t('passkey.rename', { name: passkey.name })}
            icon={<Icon of={Pencil} size={18} />}
            onClick={() => onRename(passkey)}
          />
          <IconButton
            label={t('remove', { name: passkey.name })}
            icon={<Icon of={Trash2} size={18} />}
            onClick={() => onRemove(passkey)}
          />
        </Row>
      ))}
      {factors.app && (
        <Row
          icon={<Icon of={Smartphone} size={20} />}
          name={t('app.name')}
          lines={[t('app.created', { when: day(factors.app.created) })]}
        >
          <IconButton
            label={t('remove', { name: t('app.name') })}
            icon={<Icon of={Trash2} size={18} />}
            onClick={() => onRemove('app')}
          />
        </Row>
      )}
    </ul>
  )
}
