import type { JobQuery } from '#api/office/job-list/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'

interface ExportJobsProps {
  /** Filter and order of the list; the same jobs are in the file. */
  filter: Omit<JobQuery, 'page' | 'pageSize'>
}

function Export({ filter }: ExportJobsProps) {
  const t = useTexts('jobs')
  return (
    <ExportButtons
      save={async (kind) => {
        const response = await api('GET /jobs/export', { query: { ...filter, kind } })
        await saveResponse(response, `${t('file')}.${kind}`)
      }}
    />
  )
}

/** Buttons that save the jobs of the list as a file, one for each kind. A failure is shown. */
export const ExportJobs = island(Export)
