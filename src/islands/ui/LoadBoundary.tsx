import { Component, type ReactNode } from 'react'
import { useTexts } from '../client/use-texts.ts'
import { Button } from './Button.tsx'
import { ErrorBox } from './ErrorBox.tsx'

interface LoadBoundaryProps {
  children: ReactNode
  /** Tries again: reloads the page, or replaces this boundary by one with another `key`. */
  onRetry: () => void
}

function LoadFailure({ onRetry }: Pick<LoadBoundaryProps, 'onRetry'>) {
  const t = useTexts('common')
  return <ErrorBox actions={<Button onClick={onRetry}>{t('loadAgain')}</Button>}>{t('networkFailed')}</ErrorBox>
}

/**
 * Shows an error with a button that tries again in place of children that fail to load or to render. It adds no element
 * around them. The caller places it inside a `Suspense`.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })

  override state = { hasFailed: false }

  override render() {
    const { children, onRetry } = this.props
    return this.state.hasFailed ? <LoadFailure onRetry={onRetry} /> : children
  }
}
