import { useState } from 'react'
import type { ReportFile } from '#api/office/reports/contract.ts'
import { type PeriodReport, periodReports } from '#api/office/reports/rules.ts'
import { useItemSearch } from '../client/item-search.ts'
import { island, useTexts } from '../client/texts.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Field } from '../ui/Field.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import { toast } from '../ui/toast.ts'
import { BackgroundButton } from './BackgroundButton.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { ReportFiles } from './ReportFiles.tsx'
import { type ReportSearch, reportsUrl, validateDays } from './reports-url.ts'
import { saveReport } from './save-report.ts'
import { useReportFiles } from './use-report-files.ts'

interface BuilderProps {
  search: ReportSearch
  categories: ComboboxItem[]
  roles: ComboboxItem[]
  /** Organisations in the URL, with their names. */
  organizations: ComboboxItem[]
  /** Only organisations in these branches; null for all. */
  roots: number[] | null
  offersInvoicing: boolean
  files: ReportFile[]
}

type Lists = 'categoryIds' | 'educationRoleIds' | 'organizationIds'

interface FilterProps extends BuilderProps {
  change: (fields: Partial<ReportSearch>) => void
  problems: ReturnType<typeof validateDays>
}

function Days({ search, change, problems }: FilterProps) {
  const t = useTexts('reports')
  return (['startDate', 'endDate'] as const).map((name) => (
    <DayField
      key={name}
      name={name}
      label={t(name)}
      value={search[name]}
      error={problems[name] && t(problems[name])}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  ))
}

function Choices({ search, change, categories, roles, organizations, roots }: FilterProps) {
  const t = useTexts('reports')
  const {
    items,
    search: find,
    begin,
    named,
  } = useItemSearch('organizations', organizations, { within: roots, inactive: true })
  const choice = (name: Lists, label: string, all: readonly ComboboxItem[], chosen: ComboboxItem[]) => ({
    name,
    label: t(label),
    items: all,
    chosen,
    placeholder: t('any'),
    onChange: (next: ComboboxItem[]) => change({ [name]: next.map(({ id }) => id) }),
  })
  const among = (all: ComboboxItem[], ids: readonly number[]) => all.filter(({ id }) => ids.includes(id))
  return (
    <>
      <MultiCombobox {...choice('categoryIds', 'categories', categories, among(categories, search.categoryIds))} />
      <MultiCombobox {...choice('educationRoleIds', 'roles', roles, among(roles, search.educationRoleIds))} />
      <MultiCombobox
        {...choice('organizationIds', 'organizations', items, named(search.organizationIds))}
        onSearch={find}
        onOpen={begin}
      />
    </>
  )
}

interface DownloadsProps extends Pick<BuilderProps, 'search' | 'offersInvoicing'> {
  isReady: boolean
  begin: (report: PeriodReport, search: ReportSearch) => Promise<void>
}

function Downloads({ search, offersInvoicing, isReady, begin }: DownloadsProps) {
  const t = useTexts('reports')
  const save = async (report: PeriodReport) => {
    if (!isReady) return
    const file = await saveReport(report, search)
    if (file) toast(t('saved', { file }))
  }
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
      {periodReports
        .filter((report) => report !== 'ManualInvoicing' || offersInvoicing)
        .map((report) => (
          <li key={report} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-72">
              <h2 className="text-lg">{t(`report.${report}`)}</h2>
              <p className="max-w-text text-sm text-muted">{t(`about.${report}`)}</p>
            </div>
            <div className="flex flex-wrap-reverse gap-x-2">
              <BackgroundButton
                name={t(`report.${report}`)}
                begin={async () => (isReady ? begin(report, search) : undefined)}
              />
              <DownloadButton save={() => save(report)} name={t('downloadNamed', { report: t(`report.${report}`) })}>
                {t('download')}
              </DownloadButton>
            </div>
          </li>
        ))}
    </ul>
  )
}

function Builder(props: BuilderProps) {
  const t = useTexts('reports')
  const [search, setSearch] = useState(props.search)
  const { files, polling, begin } = useReportFiles(props.files)
  const problems = validateDays(search)
  const change = (fields: Partial<ReportSearch>) => {
    const next = { ...search, ...fields }
    setSearch(next)
    history.replaceState(history.state, '', reportsUrl.href(next))
  }
  const filterProps = { ...props, search, change, problems }
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(18rem,1fr)_2fr]">
      <search className="grid grid-cols-1 gap-4" aria-label={t('filter')}>
        <div className="grid grid-cols-2 items-start gap-4">
          <Days {...filterProps} />
        </div>
        <Field
          name="searchString"
          type="search"
          label={t('search')}
          hint={t('searchHint')}
          defaultValue={search.searchString}
          onChange={(event) => change({ searchString: event.target.value })}
        />
        <Choices {...filterProps} />
      </search>
      <div className="grid grid-cols-1 gap-8">
        <Downloads
          search={search}
          offersInvoicing={props.offersInvoicing}
          isReady={Object.keys(problems).length === 0}
          begin={begin}
        />
        <ReportFiles files={files} polling={polling} />
      </div>
    </div>
  )
}

/**
 * Filters and downloads of the reports, at once or in the background, with the reports made there. The filters are in
 * the URL, so that the same report can be made again. Nothing is downloaded while a day is missing or wrong.
 */
export const ReportBuilder = island(Builder)
