package protocol

// HeadingLevel is the level at which the published templates write their
// sections, and at which strict readers of the protocols look for them.
const HeadingLevel = 2

// ArchiveForm is ArchiveName as people write it.
const ArchiveForm = "YYYY-MM-DD_HH-MM.md"

// ArchiveDay is the part of ArchiveName that an archive kept by the day has,
// as a time.Parse layout.
const ArchiveDay = "2006-01-02"

// DocumentsKey is the configuration key under which documents with sections
// of their own are declared.
const DocumentsKey = "documents"
