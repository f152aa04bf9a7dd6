import { Check, X } from '@lucide/icons'
import type { ShownRelation } from '#api/office/profiles/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'

interface RelationRowProps {
  relation: ShownRelation
  busy: boolean
  onConfirm: () => void
  onRemove: () => void
}

/** One guardian or ward: how they are related, and who has to answer while nobody has confirmed it. */
export function RelationRow({ relation: one, busy, onConfirm, onRemove }: RelationRowProps) {
  const t = useTexts('profile')
  // The adult's own request is shown without a name, so that it tells of nobody.
  const name = one.name || t('relation.requestOf', { id: one.userId })
  const verb = one.mayConfirm ? 'confirm' : 'agree'
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-1">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2">
          {one.name ? <Link href={`/profile/${one.userId}`}>{name}</Link> : name}
          {!one.confirmed && <Badge tone="warning">{t('unconfirmed')}</Badge>}
        </p>
        {one.relation && <p className="text-sm text-muted">{t(`relation.kind.${one.relation}`)}</p>}
        {one.waitsFor && !one.confirmed && <p className="text-sm text-muted">{t(`relation.waits.${one.waitsFor}`)}</p>}
        {one.childAgreed && !one.confirmed && <p className="text-sm text-muted">{t('relation.childAgreed')}</p>}
      </div>
      <span className="flex items-center gap-1">
        {(one.mayConfirm || one.mayAgree) && (
          <Button
            icon={<Icon of={Check} size={16} />}
            busy={busy}
            aria-label={t(`relation.${verb}Of`, { name })}
            onClick={onConfirm}
          >
            {t(`relation.${verb}`)}
          </Button>
        )}
        {one.mayRemove && (
          <IconButton
            label={t('relation.removeOf', { name })}
            icon={<Icon of={X} size={18} />}
            className="-mr-3"
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  )
}
