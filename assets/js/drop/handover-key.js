/** The session's key that says that the page before left files to this one. */
export const HANDED_OVER = "rtbench-files-handed-over";
