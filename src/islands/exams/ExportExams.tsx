import type { DriverExamQuery } from '#api/catalogue/exams/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'

interface ExportExamsProps {
  /** Filter and order of the list; the same exams are in the file. */
  filter: Omit<DriverExamQuery, 'managed' | 'page' | 'pageSize'>
}

function Export({ filter }: ExportExamsProps) {
  const t = useTexts('exams')
  return (
    <ExportButtons
      save={async (kind) => {
        const call = 'POST /EducationPartsPracticalDriverExam/filter/export'
        await saveResponse(await api(call, { body: { ...filter, kind } }), `${t('list.file')}.${kind}`)
      }}
    />
  )
}

/** Buttons that save the exams of the list as a file, one for each kind. A failure is shown. */
export const ExportExams = island(Export)
