import { useState } from 'react'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { packageLimits } from '#api/catalogue/packages/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { PackageVersions } from '../education-parts/PackageVersions.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Field } from '../ui/Field.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { useMaterialDraft } from './use-material-draft.ts'

interface MaterialDialogProps {
  educationPartId: number
  /** Absent for new material. */
  material: EducatorMaterial | undefined
  onSaved: () => void
  onClose: () => void
}

type Form = ReturnType<typeof useMaterialDraft>

function Fields({ form, material }: { form: Form; material: EducatorMaterial | undefined }) {
  const t = useTexts('educator-materials')
  const { draft, change, files, setFiles } = form
  const choose = (chosen: File[]) => {
    setFiles(chosen)
    // The name of the package file is the first suggestion for the name.
    if (!draft.name && chosen[0]) change({ name: chosen[0].name.replace(/\.zip$/i, '') })
  }
  return (
    <>
      <Field {...draftFields(form, t).text('name')} required maxLength={200} />
      <FileDrop
        name="materialPackage"
        label={t(material ? 'newPackage' : 'package')}
        hint={t(material ? 'newPackageHint' : 'packageHint')}
        required={!material}
        files={files}
        onChange={choose}
        accept={{ 'application/zip': ['.zip'] }}
        maxBytes={packageLimits.archiveBytes}
        progress={form.sent}
        disabled={form.isBusy}
      />
      {material && <PackageVersions of="GET /EducatorArticulates/:id/packages" id={material.educatorArticulateId} />}
    </>
  )
}

/**
 * Editor of stored educator `material`, or without it of new material of the part: its name and its package. It saves
 * the material itself and asks before unsaved changes are left; a version conflict is asked about in it. `onSaved` must
 * close it; `onClose` is called on leaving only.
 */
export function MaterialDialog(props: MaterialDialogProps) {
  const { material, onClose } = props
  const t = useTexts('educator-materials')
  const form = useMaterialDraft({ ...props, goneText: t('gone') })
  const [isAskingToLeave, setAsks] = useState(false)
  const leave = () => (form.isDirty ? setAsks(true) : onClose())
  const title = material ? t('editTitle', { name: material.name }) : t('addTitle')
  const above = (
    <>
      <Confirm
        open={isAskingToLeave}
        question={t('leaveQuestion')}
        action={t('leaveAction')}
        isDangerous
        onConfirm={onClose}
        onCancel={() => setAsks(false)}
      />
      <ConflictDialog form={form} labelOf={(field) => t(field)} />
    </>
  )
  return (
    <FormDialog
      title={title}
      above={above}
      isBusy={form.isBusy}
      failure={form.failure}
      verb={t(material ? 'save' : 'add')}
      labelOf={(field) => t(field)}
      onSave={() => void form.save()}
      onClose={leave}
    >
      <Fields form={form} material={material} />
    </FormDialog>
  )
}
