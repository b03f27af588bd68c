# What each target does is in script/; `make help` lists them.

.DEFAULT_GOAL := help
.PHONY: help serve build test lint clean bootstrap bootstrap-test

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: bootstrap ## Set up, build and serve the site on http://localhost:4000 (PORT=, HOST=), watching for changes
	@script/serve

build: bootstrap ## Set up and write the site to _site/
	@script/build

test: bootstrap-test ## Set up and run every test
	@script/test

lint: bootstrap-test ## Set up and run every linter
	@script/lint

clean: ## Remove what was built, and nothing that was measured
	rm -rf _site assets/build .jekyll-cache test-results playwright-report bench/client/target

bootstrap:
	@script/bootstrap site

bootstrap-test:
	@script/bootstrap test
