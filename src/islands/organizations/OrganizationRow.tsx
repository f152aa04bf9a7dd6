import { ChevronRight, Pencil, Trash2 } from '@lucide/icons'
import type { Branch } from '#api/people/organizations/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

export type OrganizationItem = Branch['items'][number]

interface OrganizationRowProps {
  organization: OrganizationItem
  /** URL of the organisations below it. */
  href: string
  /** Absent when it cannot be deleted. */
  onRemove?: (() => void) | undefined
  onEdit: () => void
}

/**
 * List item of an organisation: its name, a link to those below it (`href`) where there are any, its kind, number and
 * e-mail address, and whether it is the main one or inactive. Buttons call `onEdit` and, where it can be deleted,
 * `onRemove`.
 */
export function OrganizationRow({ organization, href, onRemove, onEdit }: OrganizationRowProps) {
  const t = useTexts('organizations')
  const { name, orgNr, email, type, active, isMain, childCount } = organization
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-5">
      <div className="min-w-0 flex-1">
        {childCount > 0 ? (
          <a href={href} className="inline-flex items-center gap-1.5 py-1 font-semibold wrap-anywhere hover:underline">
            {name}
            <Icon of={ChevronRight} size={18} className="shrink-0 text-muted" />
          </a>
        ) : (
          <span className={`font-semibold wrap-anywhere ${active ? '' : 'text-muted'}`}>{name}</span>
        )}
        <p className="text-sm wrap-anywhere text-muted">
          {[t(`type.${type}`), orgNr, email, childCount > 0 && t(`below.${type}`, { count: childCount })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isMain && <Badge tone="accent">{t('isMain')}</Badge>}
      {!active && <Badge>{t('inactive')}</Badge>}
      <div className="flex shrink-0">
        <IconButton label={t('edit', { name })} icon={<Icon of={Pencil} size={18} />} onClick={onEdit} />
        {onRemove && (
          <IconButton label={t('remove', { name })} icon={<Icon of={Trash2} size={18} />} onClick={onRemove} />
        )}
      </div>
    </li>
  )
}
