import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { DraftForm } from '../editing/DraftForm.tsx'
import type { DraftFields } from '../editing/draft-fields.ts'
import { useDraft } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { FeatureFields } from './FeatureFields.tsx'
import { GeneralFields } from './GeneralFields.tsx'
import { LinkFields } from './LinkFields.tsx'
import { LookFields } from './LookFields.tsx'
import {
  applyDraft,
  type ConfigurationDraft,
  type ConfigurationSection,
  defaultConfiguration,
  type StoredConfiguration,
  toDraft,
} from './sections.ts'
import { TextFields } from './TextFields.tsx'

export type FieldsProps = DraftFields<Partial<ConfigurationDraft>>

interface ConfigurationFormProps {
  section: ConfigurationSection
  configuration: StoredConfiguration | null
}

const fieldsOf = {
  general: GeneralFields,
  look: LookFields,
  features: FeatureFields,
  texts: TextFields,
  links: LinkFields,
}

function useConfiguration({ section, configuration }: ConfigurationFormProps) {
  const t = useTexts('configuration')
  return useDraft<Partial<ConfigurationDraft>, StoredConfiguration>({
    stored: configuration ?? defaultConfiguration,
    draftOf: (stored) => toDraft(section, stored),
    save: (draft, version) => api('PUT /PortalConfiguration', { body: applyDraft(draft, version) }),
    reload: async () => (await api('GET /PortalConfiguration')) ?? defaultConfiguration,
    onSaved: () => toast(t('saved')),
  })
}

function Form(props: ConfigurationFormProps) {
  const t = useTexts('configuration')
  const form = useConfiguration(props)
  const Fields = fieldsOf[props.section]
  const labelOf = (field: string) => t(`field.${field.replace(/\..*/, '')}`)
  return (
    <DraftForm form={form} labelOf={labelOf}>
      <Fields draft={form.draft} change={form.change} errorOf={form.errorOf} />
    </DraftForm>
  )
}

/**
 * Form of one section of the portal's configuration, saved over the whole of it with optimistic locking. It stays after
 * a save, with a toast. Without a stored `configuration` (null) it begins with the default one.
 */
export const ConfigurationForm = island(Form)
