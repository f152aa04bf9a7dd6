import { InfoBox, type InfoBoxProps } from './InfoBox.tsx'

/**
 * Box with an error message, announced as an `alert` when it appears, with a title and actions that may resolve it.
 */
export const ErrorBox = (props: Omit<InfoBoxProps, 'tone' | 'role'>) => (
  <InfoBox {...props} tone="danger" role="alert" />
)
