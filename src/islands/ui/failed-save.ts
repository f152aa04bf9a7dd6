import { createContext } from 'react'

/**
 * The latest failed save of the enclosing form, a new object for each; null without one. It opens folds with errors.
 */
export const FailedSave = createContext<object | null>(null)
