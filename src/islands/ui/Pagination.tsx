import { ChevronLeft, ChevronRight } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { Icon } from './Icon.tsx'
import { pageWindow } from './page-window.ts'
import { paginationLook, toPageUrl } from './pagination-look.ts'

interface PaginationProps {
  page: number
  pages: number
  /** Whether there are more pages than `pages`. */
  isLeast?: boolean | undefined
  /** URL of the list; the page number becomes its parameter `page`. */
  address: string
  /** Language of its own texts; needed outside an island only. */
  language?: string | undefined
}

/**
 * Pagination of a list, each page with its own URL: `address` with the parameter `page`, which the first page lacks.
 * Nothing for a list of one page. Pages count from 1; `isLeast` says that there are more than `pages`, which have no
 * links.
 */
export function Pagination({ page, pages, isLeast = false, address, language }: PaginationProps) {
  const t = useTexts('common', language)
  if (pages <= 1) return null
  const toHref = (number: number) => toPageUrl(address, number)
  return (
    <nav aria-label={t('pages')} className={paginationLook.frame}>
      {page > 1 && (
        <a href={toHref(page - 1)} rel="prev" className={paginationLook.step}>
          <Icon of={ChevronLeft} size={18} /> {t('previousPage')}
        </a>
      )}
      <span className={paginationLook.onPhone}>{t(isLeast ? 'pageOfAtLeast' : 'pageOf', { page, pages })}</span>
      <ol className={paginationLook.list}>
        {[...pageWindow(page, pages), ...(isLeast ? [null] : [])].map((number, at) => (
          <li key={number ?? `gap-${at}`}>
            {number === null ? (
              <span className={paginationLook.box}>…</span>
            ) : (
              <PageLink number={number} page={page} to={toHref} t={t} />
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a href={toHref(page + 1)} rel="next" className={paginationLook.step}>
          {t('nextPage')} <Icon of={ChevronRight} size={18} />
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
    className={paginationLook.page}
  >
    {number}
  </a>
)
