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
  isBusy: boolean
  onConfirm: () => void
  onRemove: () => void
}

/**
 * One guardian or child: the relation, and who must confirm it. Its buttons, where the reader may use them, call
 * `onConfirm` (also for a child's agreement) and `onRemove`; the caller writes.
 */
export function RelationRow({ relation, isBusy, onConfirm, onRemove }: RelationRowProps) {
  const t = useTexts('profile')
  // The adult's own request has no name, so that it reveals nobody.
  const name = relation.name || t('relation.requestOf', { id: relation.userId })
  const verb = relation.mayConfirm ? 'confirm' : 'agree'
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-1">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2">
          {relation.name ? <Link href={`/profile/${relation.userId}`}>{name}</Link> : name}
          {!relation.confirmed && <Badge tone="warning">{t('unconfirmed')}</Badge>}
        </p>
        {relation.relation && <p className="text-sm text-muted">{t(`relation.kind.${relation.relation}`)}</p>}
        {relation.waitsFor && !relation.confirmed && (
          <p className="text-sm text-muted">{t(`relation.waits.${relation.waitsFor}`)}</p>
        )}
        {relation.childAgreed && !relation.confirmed && (
          <p className="text-sm text-muted">{t('relation.childAgreed')}</p>
        )}
      </div>
      <span className="flex items-center gap-1">
        {(relation.mayConfirm || relation.mayAgree) && (
          <Button
            icon={<Icon of={Check} size={16} />}
            isBusy={isBusy}
            aria-label={t(`relation.${verb}Of`, { name })}
            onClick={onConfirm}
          >
            {t(`relation.${verb}`)}
          </Button>
        )}
        {relation.mayRemove && (
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
