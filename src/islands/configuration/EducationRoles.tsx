import type { EducationRole } from '#api/catalogue/education-roles/contract.ts'
import { api } from '../client/api.ts'
import type { LoadedList } from '../client/loaded-list.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { Select } from '../ui/Select.tsx'
import { EditableRows, type RowDraft } from './EditableRows.tsx'

const groups = [3, 1, 2, 4, 5, 6, 7, 0]

const save = withIdempotencyKey((draft: RowDraft<EducationRole>, idempotencyKey: string) =>
  api('PUT /EducationRole', { body: draft }, { idempotencyKey }),
)

function List({ list }: { list: LoadedList<EducationRole> }) {
  const t = useTexts('configuration')
  const options = groups.map((value) => ({ value, label: t(`group.${value}`) }))
  return (
    <EditableRows
      list={list}
      groups={groups.map((group) => ({
        title: t(`group.${group}`),
        has: (role: EducationRole) => role.group === group,
      }))}
      blank={{ name: '', group: 2, order: 0, active: true }}
      words={{ add: t('roles.add'), new: t('roles.new'), edit: ({ name }) => t('rows.edit', { name }) }}
      save={save}
      reload={() => api('GET /EducationRole')}
      fields={(form) => <Select {...draftFields(form, (name) => t(`rows.${name}`)).choice('group', options)} />}
    />
  )
}

/** Editor of the education roles, in their groups, as `EditableRows`. */
export const EducationRoles = island(List)
