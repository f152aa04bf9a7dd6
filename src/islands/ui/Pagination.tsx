import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTexts } from '../texts.tsx'
import { pageWindow } from './page-window.ts'

interface PaginationProps {
  page: number
  pages: number
  /** There are more pages than those. */
  isLeast?: boolean | undefined
  /** The address of the list; the page number becomes its parameter `page`. */
  address: string
  language?: string | undefined
}

const box =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-3 font-medium tabular-nums'

/** An address with the page number in it; the first page has none, so that it has one address only. */
export function pageAddress(address: string, page: number) {
  const [path = '', search = ''] = address.split('?')
  const query = new URLSearchParams(search)
  if (page > 1) query.set('page', String(page))
  else query.delete('page')
  return query.size > 0 ? `${path}?${query}` : path
}

/** Pages of a long list, each with its own address. */
export function Pagination({ page, pages, isLeast = false, address, language }: PaginationProps) {
  const t = useTexts('common', language)
  if (pages <= 1) return null
  const to = (number: number) => pageAddress(address, number)
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <a href={to(page - 1)} rel="prev" className={`${box} hover:bg-hover`}>
          <ChevronLeft size={18} aria-hidden /> {t('previousPage')}
        </a>
      )}
      <span className={`${box} sm:hidden`}>{t(isLeast ? 'pageOfAtLeast' : 'pageOf', { page, pages })}</span>
      <ol className="flex gap-1 max-sm:hidden">
        {[...pageWindow(page, pages), ...(isLeast ? [null] : [])].map((number, at) => (
          <li key={number ?? `gap-${at}`}>
            {number === null ? <span className={box}>…</span> : <PageLink {...{ number, page, to, t }} />}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a href={to(page + 1)} rel="next" className={`${box} hover:bg-hover`}>
          {t('nextPage')} <ChevronRight size={18} aria-hidden />
        </a>
      )}
    </nav>
  )
}

interface PageStepsProps extends Omit<PaginationProps, 'pages' | 'isLeast'> {
  hasNext: boolean
}

/** A step back and ahead, where nobody has counted how many pages there are. */
export function PageSteps({ page, hasNext, address, language }: PageStepsProps) {
  const t = useTexts('common', language)
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <a href={pageAddress(address, page - 1)} rel="prev" className={`${box} hover:bg-hover`}>
          <ChevronLeft size={18} aria-hidden /> {t('previousPage')}
        </a>
      )}
      <span className={box}>{t('pageNumber', { page })}</span>
      {hasNext && (
        <a href={pageAddress(address, page + 1)} rel="next" className={`${box} hover:bg-hover`}>
          {t('nextPage')} <ChevronRight size={18} aria-hidden />
        </a>
      )}
    </nav>
  )
}

interface PageLinkProps {
  number: number
  page: number
  to: (number: number) => string
  t: ReturnType<typeof useTexts>
}

const PageLink = ({ number, page, to, t }: PageLinkProps) => (
  <a
    href={to(number)}
    aria-current={number === page ? 'page' : undefined}
    aria-label={t('pageNumber', { page: number })}
    className={`${box} hover:bg-hover aria-[current=page]:bg-accent-ink aria-[current=page]:text-on-accent-ink`}
  >
    {number}
  </a>
)
