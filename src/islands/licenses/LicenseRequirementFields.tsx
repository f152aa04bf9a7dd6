import { Plus, Trash2 } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { type FieldsProps, References } from './LicenseFields.tsx'
import { emptyGroup, type GroupDraft } from './license-draft.ts'

const removeAt = <Item,>(items: readonly Item[], at: number) => items.filter((_, place) => place !== at)
const replaceAt = <Item,>(items: readonly Item[], at: number, fields: Partial<Item>) =>
  items.map((item, place) => (place === at ? { ...item, ...fields } : item))

interface GroupProps extends FieldsProps {
  group: GroupDraft
  at: number
}

function Group({ group, at, draft, change, choices }: GroupProps) {
  const t = useTexts('licenses')
  const number = at + 1
  const set = (fields: Partial<GroupDraft>) => change({ groups: replaceAt(draft.groups, at, fields) })
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{t('group', { number })}</legend>
      <div className="flex items-start justify-between gap-4">
        <Field
          className="max-w-48"
          name={`group-${at}-need`}
          label={t('group.need')}
          inputMode="numeric"
          value={group.need}
          onChange={(event) => set({ need: event.target.value })}
        />
        <IconButton
          label={t('group.remove', { number })}
          icon={<Icon of={Trash2} size={18} />}
          onClick={() => change({ groups: removeAt(draft.groups, at) })}
        />
      </div>
      <References prefix={`group-${at}-`} value={group} onChange={set} choices={choices} />
    </fieldset>
  )
}

/**
 * Fields for the requirements of a licence: lowest age, what is all required, and groups of alternatives, which can be
 * added and removed. They change the draft only.
 */
export function LicenseRequirementFields(props: FieldsProps) {
  const { draft, change, choices, errorOf } = props
  const t = useTexts('licenses')
  const { text } = draftFields(props, t)
  const references = {
    educationIds: draft.requiredEducationIds,
    licenseIds: draft.requiredLicenseIds,
    otherRequirementIds: draft.otherRequirementIds,
  }
  const problem = errorOf('requiredLicenseIds') ?? errorOf('groups')
  return (
    <Card title={t('asks')}>
      <div className="grid gap-6">
        <p className="-mt-2 text-sm text-muted">{t('asksHint')}</p>
        <Field {...text('minAge')} className="max-w-48" inputMode="numeric" />
        <References
          prefix="required"
          value={references}
          choices={choices}
          onChange={({ educationIds, licenseIds, otherRequirementIds }) =>
            change({
              ...(educationIds && { requiredEducationIds: educationIds }),
              ...(licenseIds && { requiredLicenseIds: licenseIds }),
              ...(otherRequirementIds && { otherRequirementIds }),
            })
          }
        />
        <section aria-label={t('groups')} className="grid gap-4">
          <div>
            <h3>{t('groups')}</h3>
            <p className="text-sm text-muted">{t('groupsHint')}</p>
          </div>
          {problem && <p className="text-sm font-medium text-danger-ink">{problem}</p>}
          {draft.groups.map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its place.
            <Group key={at} group={group} at={at} {...props} />
          ))}
          <Button
            className="justify-self-start"
            size="small"
            icon={<Icon of={Plus} size={16} />}
            onClick={() => change({ groups: [...draft.groups, emptyGroup] })}
          >
            {t('group.add')}
          </Button>
        </section>
      </div>
    </Card>
  )
}
