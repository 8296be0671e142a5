;;; memorylint.el --- Findings of memorylint -*- lexical-binding: t -*-
(require 'compile)

(add-to-list 'compilation-error-regexp-alist-alist
             '(memorylint "@FORM@" 1 2 3 (4 . 5)))
(add-to-list 'compilation-error-regexp-alist 'memorylint)

(define-compilation-mode memorylint-mode "memorylint"
  "Findings of memorylint."
  (setq-local compilation-error-regexp-alist '(memorylint))
  ;; Columns are characters, however wide these are shown.
  (setq-local compilation-error-screen-columns nil))

(defun memorylint ()
  "Lint the memory in this repository, or in this folder outside git."
  (interactive)
  (let ((default-directory (or (locate-dominating-file default-directory ".git")
                               default-directory)))
    (compilation-start "memorylint" #'memorylint-mode)))
