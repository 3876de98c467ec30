/**
 * `POST …/batches/:batch/pdf`, for whoever accepts it: lines of JSON that say how far the file is, and then its bytes. So a
 * person sees that it goes on, and no proxy ends a call for its silence. The last line says what follows it: the file, or
 * nothing, because it was refused.
 */
export const fileWithProgress = 'application/vnd.lacre.file-with-progress'

/** So many letters of so many. */
export type Progress = { done: number; of: number }
export type FollowingFile = { name: string; bytes: number; stopped: number }
export type LateRefusal = { status: number; detail: string; code?: string }
export type ProgressLine = Progress | FollowingFile | LateRefusal
