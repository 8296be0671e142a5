;;; -*- lexical-binding: t -*-
;; Writes to $OUT, as JSON, what the command `memorylint' and `compile' find in
;; the current folder, and where point goes for each finding of the first.
(require 'json)
(load (getenv "SNIPPET") nil t)

(defun consumer-wait (buffer)
  (while (get-buffer-process buffer) (accept-process-output nil 0.05))
  buffer)

(defun consumer-place (buffer root)
  "Follow the message at point of BUFFER, whose files are below ROOT."
  (save-window-excursion
    (set-buffer buffer)
    (compile-goto-error)
    (vector (file-relative-name buffer-file-name root) (line-number-at-pos)
            (1+ (- (point) (line-beginning-position))))))

(defun consumer-entries (buffer follow)
  (let (entries (root default-directory))
    (with-current-buffer buffer
      (compilation--ensure-parse (point-max))
      (goto-char (point-min))
      (while (not (eobp))
        (let ((message (get-text-property (point) 'compilation-message)))
          (when message
            (let ((loc (compilation--message->loc message)))
              (push `((file . ,(caar (compilation--loc->file-struct loc)))
                      (line . ,(compilation--loc->line loc))
                      (column . ,(compilation--loc->col loc))
                      (severity . ,(number-to-string (compilation--message->type message)))
                      (text . ,(buffer-substring-no-properties (point) (line-end-position)))
                      (at . ,(if follow (consumer-place buffer root) [])))
                    entries))))
        (forward-line 1)))
    (vconcat (nreverse entries))))

(let* ((made (consumer-entries (consumer-wait (memorylint)) t))
       (compiled (consumer-entries (consumer-wait (compile "memorylint")) nil))
       (coding-system-for-write 'utf-8))
  (with-temp-file (getenv "OUT")
    (insert (json-encode `((made . ,made) (compiled . ,compiled))))))
